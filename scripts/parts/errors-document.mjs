/** Writes docs/errors.md from the table of errors, so that the two stay consistent. */
import { ERRORS } from '../../packages/protocol/src/errors.ts'

/** The whole document. */
export function errorsDocument() {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, title, fix }]) => `| \`${code}\` | ${status} | ${title} | ${fix} |`,
  )
  return `# Errors

Every error a service answers with. As \`text/plain\` it is the two sentences; callers that accept
\`application/problem+json\` get the code, the request id and the values as well. Written by \`npm run parts\`
from \`packages/protocol/src/errors\`.

| Code | Status | What happened | What to do |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}
