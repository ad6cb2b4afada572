/**
 * Updates docker-compose.yml for a list of parts. Entries of slices are generated completely. Entries of services are
 * edited manually, because each process has its own variables: a new service gets a minimal entry, and the entry of a
 * service that is no longer listed is removed.
 */
import { withRegion } from './region.mjs'

export function composeFor(text, parts) {
  const withServices = withNewServices(withoutOldServices(text, parts), parts)
  const withSlices = withRegion(withServices, 'slices', sliceEntries(parts))
  const withUpstreams = withRegion(withSlices, 'upstreams', parts.services.map(upstreamLine))
  return withRegion(withUpstreams, 'before the gateway', dependencies(parts))
}

/** Each slice depends on the previous one, because they all write slices.json. */
function sliceEntries({ slices }) {
  return slices.flatMap(({ folder }, index) => [
    ...(index > 0 ? [''] : []),
    `${folder}:`,
    '  <<: *publisher',
    `  build: { context: ., target: slice, args: { PART: ${folder} } }`,
    '  depends_on:',
    `    ${slices[index - 1]?.folder ?? 'shell'}: { condition: service_completed_successfully }`,
  ])
}

function upstreamLine({ variable, process }) {
  return `${variable}: \${${variable}:-server ${process}:3000 resolve max_fails=0;}`
}

function dependencies({ slices, services }) {
  return [
    ...services.map(({ process }) => `${process}: { condition: service_healthy }`),
    ...slices.map(({ folder }) => `${folder}: { condition: service_completed_successfully }`),
  ]
}

function withNewServices(text, { services }) {
  const added = services
    .filter(({ process }) => !text.includes(`\n  ${process}:\n`))
    .map(
      ({ folder, process }) =>
        `  ${process}:
    <<: *ours
    build: { context: ., target: service, args: { PART: ${folder} } }
    command: ["node", "dist/main.js"]
    networks: [inside, data]
    environment:
      <<: *service-variables

`,
    )
  // Inserts before the comment that introduces the slices.
  return text.replace(/^ {2}# One-shot: /m, (found) => added.join('') + found)
}

function withoutOldServices(text, { services }) {
  const listed = new Set(services.map(({ folder }) => folder))
  const entry = /^(?: {2}#.*\n)*^ {2}[a-z-]+:\n(?: {4}.*\n)+\n?/gm
  return text.replaceAll(entry, (whole) => {
    const part = /PART: (svc-[a-z-]+) /.exec(whole)?.[1]
    return part === undefined || listed.has(part) ? whole : ''
  })
}
