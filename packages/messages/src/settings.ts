import { z } from 'zod'

/** For services that send e-mails. Spread into the service's own schema (service-kit config). */
export const mailEnv = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** The sender of every e-mail; `no-reply@` the installation's own host unless given. */
  MAIL_FROM: z.email().optional(),
}
