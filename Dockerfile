# The image of Quoin. Build it with `docker build --tag quoin .`; docs/operations.md explains how to
# run it.
#
# The base image has the Node version that bootstrap/tools/node pins for checkouts.

# The admin is static files: its build tool stays in this stage.
FROM node:26.10.0-trixie-slim AS admin
WORKDIR /quoin
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit
COPY core ./core
COPY contracts ./contracts
COPY adapters/admin ./adapters/admin
RUN npm ci --prefix=adapters/admin --ignore-scripts --no-audit
RUN ["node", "adapters/admin/node_modules/vite/bin/vite.js", "build", "adapters/admin"]

FROM node:26.10.0-trixie-slim AS build
WORKDIR /quoin
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit
COPY LICENSE ./
COPY core ./core
COPY contracts ./contracts
COPY adapters ./adapters
COPY bootstrap ./bootstrap
RUN rm -r adapters/admin
COPY --from=admin /quoin/adapters/admin/dist ./adapters/admin/dist
# Sets the file modes independently of the checkout: every account can read, only root can write.
RUN chmod -R u=rwX,go=rX . && mkdir -p node_modules/.cache && chown 1000:1000 node_modules/.cache
# Fills Node's compile cache, which saves a third of the work of a start. The cache is separate for each
# account, so the account of the service fills it. The build fails if an imported file is missing.
USER 1000:1000
RUN ["node", "--input-type=module", "--eval", "import { useCompileCache } from '/quoin/bootstrap/compile-cache.ts'; useCompileCache(); for (const name of ['bootstrap/start/run-service', 'bootstrap/start/serve-http', 'bootstrap/command-host', 'adapters/cli/run-command-line', 'adapters/cli/transfer/import-source', 'adapters/cli/transfer/export-archive', 'bootstrap/workers/run-workers', 'bootstrap/workers/run-worker', 'adapters/postgres/pool', 'adapters/redis/redis-connection', 'adapters/redis/redis-key-value-cache', 'adapters/redis/redis-health-probe', 'adapters/gcs/gcs-bucket', 'adapters/gcs/gcs-blob-store', 'adapters/gcs/gcs-health-probe']) await import(`/quoin/${name}.ts`); for (const name of ['file-type', 'formidable', 'image-size', 'koa-body']) await import(name);"]
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
# The account `node` of the base image. The number lets Kubernetes check that it is not root.
USER 1000:1000
VOLUME ["/data"]
EXPOSE 8787
STOPSIGNAL SIGTERM
# A start waits up to 30 seconds for the database. Failures count after the start period.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "require('node:http').get({ port: process.env.PORT, path: '/api/health' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# `docker run quoin` starts the service, `docker run quoin migrate` runs a command. Node gets the signals.
ENTRYPOINT ["node", "/quoin/bootstrap/cli.ts"]
CMD ["serve"]
