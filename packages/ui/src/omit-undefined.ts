type Defined<Props> = { [Name in keyof Props]: Exclude<Props[Name], undefined> }

/**
 * Returns a copy without the properties whose value is undefined. Radix distinguishes an absent
 * property (uncontrolled) from an undefined one, and components may pass on optional properties that
 * they did not receive.
 */
export function omitUndefined<Props extends object>(props: Props): Defined<Props> {
  const entries = Object.entries(props).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Defined<Props>
}
