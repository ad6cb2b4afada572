/**
 * Generates docs/errors.md from the error table, so that the two stay consistent: node --import tsx
 * scripts/errors-doc.mjs
 */
import { writeFileSync } from 'node:fs'
import { ERRORS } from '../packages/protocol/src/errors.ts'

const rows = Object.entries(ERRORS).map(
  ([code, { status, title, fix }]) => `| \`${code}\` | ${status} | ${title} | ${fix} |`,
)
writeFileSync(
  new URL('../docs/errors.md', import.meta.url),
  `# Errors

Every error a service answers with. As \`text/plain\` it is the two sentences; callers that accept
\`application/problem+json\` get the code, the request id and the values as well. Made from
\`packages/protocol/src/errors.ts\` by \`node --import tsx scripts/errors-doc.mjs\`.

| Code | Status | What happened | What to do |
| --- | --- | --- | --- |
${rows.join('\n')}
`,
)
