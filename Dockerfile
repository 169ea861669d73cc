# The image of Quoin: `docker build --tag quoin .`; how to run it is in docs/operations.md.
#
# The base is the Node that package-lock.json pins for a checkout, so that the copy of it that is
# among the optional packages (200 MB) stays out.

FROM node:26.10.0-trixie-slim AS build
WORKDIR /quoin
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit
COPY LICENSE ./
COPY core ./core
COPY contracts ./contracts
COPY adapters ./adapters
COPY bootstrap ./bootstrap
# Whatever the modes of the checkout were: everybody reads, nobody but root writes.
RUN chmod -R u=rwX,go=rX . && mkdir -p node_modules/.cache && chown 1000:1000 node_modules/.cache
# What Node makes of the sources is kept per account, so that the account of the service makes it; a
# start saves a third of its work by that. The build fails when something that is imported is missing.
USER 1000:1000
RUN ["node", "--input-type=module", "--eval", "import { keepCompiled } from '/quoin/bootstrap/compile-cache.ts'; keepCompiled(); for (const name of ['bootstrap/serve', 'bootstrap/server', 'bootstrap/cli/commands', 'bootstrap/cli/run-command-line', 'bootstrap/workers/serve-with-workers', 'adapters/postgres/connection', 'adapters/redis/redis-connection', 'adapters/redis/redis-key-value-cache', 'adapters/redis/redis-health-probe', 'adapters/gcs/gcs-bucket', 'adapters/gcs/gcs-blob-store', 'adapters/gcs/gcs-health-probe']) await import(`/quoin/${name}.ts`);"]
USER 0:0
RUN chmod -R go=rX node_modules/.cache

FROM node:26.10.0-trixie-slim
LABEL org.opencontainers.image.title="Quoin" \
      org.opencontainers.image.description="A headless content management service" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="0.1.0"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8787 \
    DATA_DIR=/data
WORKDIR /quoin
COPY --from=build --chown=0:0 /quoin ./
RUN mkdir -m 0700 /data && chown 1000:1000 /data
# The account `node` of the base image; by number, so that a cluster can see that it is not root.
USER 1000:1000
VOLUME ["/data"]
EXPOSE 8787
STOPSIGNAL SIGTERM
# A start waits for its database for up to 30 seconds; failures count after that.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "require('node:http').get({ port: process.env.PORT, path: '/api/health' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# `docker run quoin` is the service, `docker run quoin migrate` a command. Node itself gets the signals.
ENTRYPOINT ["node", "/quoin/bootstrap/cli.ts"]
CMD ["serve"]
