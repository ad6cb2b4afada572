/** punycode.js includes no types. Only the part that is used. */
declare module 'punycode.js' {
  const punycode: {
    /** Decodes a label without its `xn--`. @throws RangeError if it is not Punycode */
    decode(label: string): string
  }
  export default punycode
}
