import { Check, ListChecks, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

/** What goes with an account and what stays, to the letter. */
export function WhatRemains() {
  return (
    <ul className="space-y-4 text-ink-muted text-sm">
      <Point icon={<Trash2 />} title="What goes">
        Your names, picture, e-mail address, password, wallets, passkeys, sessions and history, and
        your place in every workspace. Nobody can bring them back.
      </Point>
      <Point icon={<Check />} title="What stays">
        Your certificates, valid as before: entries of the public record cannot be removed by
        anybody, and proof files and share links go on working. They show what you certified them
        with (title, note, file name and, where you chose so, “Certified by”), but nothing leads
        from them to an account.
      </Point>
      <Point icon={<ListChecks />} title="Before you go">
        Nobody can revoke a certificate of your personal workspace afterwards: revoke now what
        should no longer count, save your proof files, and take a copy of your data under “Data
        export”.
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
