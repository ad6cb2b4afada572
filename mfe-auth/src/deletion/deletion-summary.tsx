import { t } from '@inkproof/texts/text'
import { Check, ListChecks, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

/** Lists what is deleted with an account and what stays. */
export function DeletionSummary() {
  return (
    <ul className="space-y-4 text-ink-muted text-sm">
      <Point icon={<Trash2 />} title={t('What is deleted')}>
        {t(
          'Your name, picture, e-mail address, password, wallets, passkeys, sessions and history, and your membership in every workspace. They cannot be restored.',
        )}
      </Point>
      <Point icon={<Check />} title={t('What stays')}>
        {t(
          'Your certificates stay valid: entries in the public record cannot be removed, and proof files and share links keep working. They still show the details you entered (title, note, file name and, if you chose to show it, “Certified by”), but are no longer linked to an account.',
        )}
      </Point>
      <Point icon={<ListChecks />} title={t('Before you delete your account')}>
        {t(
          'You won’t be able to revoke certificates in your personal workspace afterwards. First revoke any that should no longer be valid, save your proof files, and download a copy of your data under “Data export”.',
        )}
      </Point>
    </ul>
  )
}

function Point({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span aria-hidden="true" className="mt-0.5 shrink-0 text-ink-faint [&>svg]:size-4">
        {icon}
      </span>
      <span>
        <span className="block font-medium text-ink">{title}</span>
        {children}
      </span>
    </li>
  )
}
