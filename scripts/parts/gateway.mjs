/** Generates the gateway's configuration of services: their paths, rate limits and health checks. */
import { withRegion } from './region.mjs'

const WRITTEN = '# Written by `npm run parts` from parts.json.'

export function upstreamsFor({ services }) {
  const upstreams = services.map(
    ({ name, variable }) => `upstream ${name} {
  zone ${name} 64k;
  \${${variable}}
  keepalive 32;
}
`,
  )
  return `${WRITTEN}\n# All instances of each service.\n${upstreams.join('\n')}`
}

export function locationsFor({ services }) {
  const addresses = services.map(({ name, serves, rate }) => location(`^~ ${serves}`, rate, name))
  const health = services.map(({ name }) =>
    location(`= /api/health/${name}`, 'api_rate burst=400', `${name}/readyz`),
  )
  return `${WRITTEN}
${addresses.join('\n')}
# Health of each service; its other operational endpoints stay internal.
${health.join('\n')}`
}

function location(pattern, rate, upstream) {
  return `location ${pattern} {
  limit_req zone=${rate} nodelay;
  include proxy.conf;
  proxy_pass http://${upstream};
}
`
}

/** Any address works, because nothing is requested while the image is built. */
export function checkEnvFor(text, { services }) {
  const lines = services.map(
    ({ variable }, index) => `${variable}='server 127.0.0.1:${3001 + index};'`,
  )
  return withRegion(text, 'upstreams', lines)
}
