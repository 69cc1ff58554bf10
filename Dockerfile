FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
COPY libs/client/package.json libs/client/
COPY libs/protocol/package.json libs/protocol/
COPY libs/react/package.json libs/react/
COPY libs/realtime/package.json libs/realtime/
COPY libs/server/package.json libs/server/
COPY tools/database/package.json tools/database/
COPY tools/demo/package.json tools/demo/
COPY tools/import-django/package.json tools/import-django/
COPY tools/verify/package.json tools/verify/
COPY docs/.npmrc docs/package.json docs/package-lock.json docs/
RUN npm ci && npm ci --prefix docs
COPY tsconfig.json rolldown.config.js ./
COPY bin bin
COPY libs libs
COPY src src
COPY tools tools
COPY web web
COPY contract/reference contract/reference
COPY docs docs
COPY SECURITY.md CONTRIBUTING.md CHANGELOG.md ./
RUN npm run build && npm run build:docs && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY bin bin
COPY docs/*.yaml docs/
# A new volume for files has the owner of the folder in the image.
RUN mkdir -p /data/uploads && chown -R node:node /data && ln -s /app/bin/parley.js /usr/local/bin/parley
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT || process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# One process, the first of its container: it receives SIGTERM itself, and exits within SHUTDOWN_SECONDS.
CMD ["node", "dist/program/main.js"]
