# syntax=docker/dockerfile:1
# All images except the gateway's: docker-compose.yml sets the target, and PART to the folder of the part.
#
#   docker build --target service --build-arg PART=svc-auth .

FROM node:24.21.0-bookworm-slim AS base
ENV MONGOMS_DISABLE_POSTINSTALL=1 SCARF_ANALYTICS=false
WORKDIR /app

# Only the manifests, so that packages are reinstalled only when a manifest changes.
FROM base AS manifests
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete

FROM base AS sources
COPY --from=manifests /app ./
RUN npm ci --no-audit --no-fund
COPY . .

# Parts whose build script produces the final files: services, the deployment of the contracts, the verifiers.
FROM sources AS built
ARG PART
RUN npm run build -w $PART && mkdir /app/image && cd $PART && \
  cp -r $(ls -d package.json dist content publish.mjs 2>/dev/null) /app/image/

FROM base AS packages
ARG PART
COPY --from=manifests /app ./
COPY launcher/src/build/runtime-packages.mjs launcher/src/build/
# npm also installs what the build tools of the workspace need, including compilers.
RUN npm ci --no-audit --no-fund --omit=dev -w $PART && mkdir -p $PART/node_modules && \
  node launcher/src/build/runtime-packages.mjs $PART

FROM node:24.21.0-bookworm-slim AS service
ARG PART
ENV NODE_ENV=production
WORKDIR /app/$PART
COPY --from=packages /app/node_modules /app/node_modules
COPY --from=packages /app/$PART/node_modules ./node_modules
COPY --from=built /app/image ./
# Mount points of svc-documents for the public record and its second copy, and of svc-signing for the socket of its converter; a new
# volume inherits their owner.
RUN mkdir -p /srv/log /srv/log-copy /run/office && chown node:node /srv/log /srv/log-copy /run/office
USER node
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Restarts the container when the service no longer responds; docker-compose.yml replaces only CMD.
ENTRYPOINT ["node", "dist/entry.js"]
CMD ["node", "dist/main.js"]

# The process that converts office files (docker-compose.office.yml).
FROM service AS office
USER root
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap \
  libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui \
  fonts-liberation fonts-crosextra-carlito fonts-crosextra-caladea fonts-dejavu-core && \
  rm -rf /var/lib/apt/lists/*
USER node

# Deploys LogAnchor if it is missing, and exits.
FROM service AS contracts
HEALTHCHECK NONE
ENTRYPOINT []
CMD ["node", "dist/deploy.js"]

FROM sources AS bundled
ARG PART
ENV NODE_ENV=production
RUN node --import tsx launcher/src/build/release-slices.ts "{\"names\":[\"$PART\"],\"publish\":false}" && \
  node launcher/src/build/bundle-release.mjs

# Copies the files of the image to the folder that the gateway serves, and exits.
FROM node:24.21.0-bookworm-slim AS publisher
ENV NODE_ENV=production WWW_DIR=/srv/www
WORKDIR /app
# A new volume inherits the owner of this folder.
RUN mkdir -p /srv/www && chown node:node /srv/www
USER node
HEALTHCHECK NONE

# The shell or a slice.
FROM publisher AS slice
ARG PART
ENV PART=$PART
COPY --from=bundled /app/parts.json ./
COPY --from=bundled /app/launcher/dist ./launcher/dist
COPY --from=bundled /app/$PART/package.json ./$PART/
COPY --from=bundled /app/$PART/dist ./$PART/dist
CMD ["node", "launcher/dist/release/slices/publish.mjs"]

# The single-file verifiers.
FROM publisher AS verifier
COPY --from=built /app/image ./
CMD ["node", "publish.mjs"]
