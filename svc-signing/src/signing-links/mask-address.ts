/** Returns an address with only the first character before the `@`, and the domain: `j…@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${[...address][0] ?? ''}…${address.slice(at)}`
}
