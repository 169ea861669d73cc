# The image of Quoin. Build it with `docker build --tag quoin .`; docs/operations.md explains how to
# run it.
#
# The base image has the Node version that bootstrap/tools/node pins for checkouts.

# The admin and the bundle of the service: the build tool stays in this stage.
FROM node:26.10.0-trixie-slim AS tools
WORKDIR /quoin
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit
COPY core ./core
COPY contracts ./contracts
COPY adapters ./adapters
COPY bootstrap ./bootstrap
COPY test/conformance ./test/conformance
RUN npm ci --prefix=adapters/admin --ignore-scripts --no-audit
RUN ["node", "adapters/admin/node_modules/vite/bin/vite.js", "build", "adapters/admin"]
RUN ["node", "bootstrap/tools/build-service.mjs"]

FROM node:26.10.0-trixie-slim AS build
WORKDIR /quoin
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit
# Nobody debugs or compiles in the image: without source maps and types, the packages are a third smaller.
RUN find node_modules -type f -name '*.map' -delete -o -type f -name '*.d.*ts' -delete -o -type f -name '*.d.ts' -delete
COPY LICENSE ./
COPY core ./core
COPY contracts ./contracts
COPY adapters ./adapters
COPY bootstrap ./bootstrap
RUN rm -r adapters/admin bootstrap/tools
COPY --from=tools /quoin/adapters/admin/dist ./adapters/admin/dist
COPY --from=tools /quoin/bootstrap/dist ./bootstrap/dist
# With `--build-arg COMMIT="$(git rev-parse HEAD)"` the version names the commit.
ARG COMMIT=
RUN ["node", "--eval", "const { COMMIT } = process.env; const { readFileSync, writeFileSync } = require('node:fs'); const manifest = JSON.parse(readFileSync('package.json', 'utf8')); if (COMMIT) writeFileSync('package.json', JSON.stringify({ ...manifest, gitHead: COMMIT }));"]
# Sets the file modes independently of the checkout: every account can read, only root can write.
RUN chmod -R u=rwX,go=rX . && mkdir -p node_modules/.cache && chown 1000:1000 node_modules/.cache
# Fills Node's compile cache, which saves a third of the work of a start. The cache is separate for each
# account, so the account of the service fills it. The build fails if a package is missing.
USER 1000:1000
RUN ["node", "--input-type=module", "--eval", "import { readdirSync } from 'node:fs'; import { enableCompileCache } from 'node:module'; enableCompileCache('/quoin/node_modules/.cache/quoin'); for (const name of readdirSync('/quoin/bootstrap/dist')) if (/(?<!^main|^cli)[.]mjs$/.test(name)) await import(`/quoin/bootstrap/dist/${name}`);"]
USER 0:0
RUN chmod -R go=rX node_modules/.cache

FROM node:26.10.0-trixie-slim
LABEL org.opencontainers.image.title="Quoin" \
      org.opencontainers.image.description="A headless content management service" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="0.1.0"
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
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
  CMD ["node", "--eval", "require('node:http').get({ host: /^[0.:]*$/.test(process.env.HOST) ? 'localhost' : process.env.HOST, port: process.env.PORT, path: '/api/health' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# `docker run quoin` starts the service, `docker run quoin migrate` runs a command. Node gets the signals.
ENTRYPOINT ["node", "--max-semi-space-size=8", "/quoin/bootstrap/dist/cli.mjs"]
CMD ["serve"]
