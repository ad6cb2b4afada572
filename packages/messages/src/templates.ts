import type { Texts } from '@inkproof/texts/make-texts'
import type { EmailBrand, EmailContent } from './email-content.ts'
import type { SafeValue } from './safe-values.ts'

/** The input of a template. `t` and `plural` return texts in the recipient's language. */
export type TemplateInput<Row> = Texts & {
  row: Row
  /** A value of the row that is safe to show. */
  value: SafeValue
  /** The installation's public origin: links always start with it and never with the host of a request. */
  origin: string
}

/** Renders one e-mail. Called for every attempt, and for the subject in the list of sent e-mails. */
export type EmailTemplate<Row> = (input: TemplateInput<Row>) => EmailContent

/** Templates by id. */
export type EmailTemplates<Row> = Readonly<Record<string, EmailTemplate<Row>>>

export type TemplateOptions<Row> = {
  /**
   * Determines the recipient when the e-mail is sent, instead of the address in the entry. If it returns undefined, the
   * e-mail is not sent.
   */
  recipient?: (row: Row) => Promise<string | undefined>
  /** The workspace that the e-mail is sent for; undefined if it shows none. Not for e-mails about accounts. */
  brand?: (row: Row) => Promise<EmailBrand | undefined>
  /** Who gets replies; if undefined, nobody does. */
  replyTo?: (row: Row) => Promise<string | undefined>
}

export type TemplateRegistry<Row> = {
  /** @throws Error if a template with that id exists */
  add(templates: EmailTemplates<Row>, options?: TemplateOptions<Row>): void
  find(id: string): ({ content: EmailTemplate<Row> } & TemplateOptions<Row>) | undefined
  ids(): string[]
}

export function createTemplateRegistry<Row>(): TemplateRegistry<Row> {
  const templates = new Map<string, { content: EmailTemplate<Row> } & TemplateOptions<Row>>()
  return {
    add: (added, options = {}) => {
      for (const [id, content] of Object.entries(added)) {
        if (templates.has(id)) throw new Error(`there are two e-mail templates called ${id}`)
        templates.set(id, { content, ...options })
      }
    },
    find: (id) => templates.get(id),
    ids: () => [...templates.keys()],
  }
}
