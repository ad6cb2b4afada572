/** The names of a message's placeholders: `{name} signed on {day}` has `name` and `day`. */
export type Placeholder<Message extends string> =
  Message extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never

/** The values of the placeholders of a message; numbers and dates are already formatted (`format.ts`). */
export type Values<Message extends string> = Record<Placeholder<Message>, string | number>

/** The second argument of a text function: required exactly if the message has placeholders. */
export type ValueArguments<Message extends string> = [Placeholder<Message>] extends [never]
  ? []
  : [values: Values<Message>]

/**
 * Translates an English message. `count` is the number for which the English plural form was chosen; a language with
 * other plural forms chooses its form by this number. A message without a translation is returned unchanged.
 */
export type Translate = (message: string, count?: number) => string

/** Replaces each `{name}` with its value. A placeholder without a value stays, so that the mistake is visible. */
export function fillPlaceholders(message: string, values: Record<string, unknown>): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder))
}

/** Marks a message for the catalogue without translating it, where the language is not known yet. */
export function msg<const Message extends string>(message: Message): Message {
  return message
}
