import { z } from 'zod'

/** For services that send e-mails. Spread into the service's own schema (service-kit config). */
export const mailEnv = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** The sender of every e-mail. Default: `no-reply@` followed by the installation's host. */
  MAIL_FROM: z.email().optional(),
}
