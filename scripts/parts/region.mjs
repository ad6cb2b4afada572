/** Replaces the lines between `# parts: <name>` and the next `# parts: end`, indented like the first. */
export function withRegion(text, name, lines) {
  const region = new RegExp(`^( *)# parts: ${name}\\n[\\s\\S]*?^ *# parts: end\\n`, 'm')
  const [whole, indent] = region.exec(text) ?? []
  if (whole === undefined) throw new Error(`the comment "# parts: ${name}" is missing`)
  const body = lines.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('')
  return text.replace(whole, () => `${indent}# parts: ${name}\n${body}${indent}# parts: end\n`)
}
