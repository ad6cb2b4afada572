type Defined<Props> = { [Name in keyof Props]: Exclude<Props[Name], undefined> }

/**
 * The same properties without those that are undefined. Radix tells "not given" (it keeps the
 * state) from "given", and our callers may pass on what they were not given themselves.
 */
export function defined<Props extends object>(props: Props): Defined<Props> {
  const given = Object.entries(props).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Defined<Props>
}
