/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { DELETION_PHRASE } from '@inkproof/protocol/profile'
import type { Answer } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { DeletionDialog } from '../deletion/deletion-dialog.tsx'
import { ChangeForm } from '../emails/change-form.tsx'
import { Component as NamesSection } from '../profile/names-section.tsx'
import { descriptionOf, invalidFieldLabels } from '../testing/invalid-fields.ts'
import { ACCOUNT, show, signInAs, startService } from '../testing/page.tsx'
import { ENGINES } from '../testing/workspace.ts'
import { InviteForm } from '../workspaces/invite-form.tsx'
import { NewWorkspace } from '../workspaces/new-workspace.tsx'

let stop: () => Promise<void>
afterEach(() => stop())

const SCREENS = {
  'new workspace': <NewWorkspace />,
  invitation: <InviteForm workspace={ENGINES} />,
  'change of address': <ChangeForm isFirst={false} />,
  'deletion of the account': <DeletionDialog />,
  name: <NamesSection account={ACCOUNT} />,
}

const UNSENT: Answer = { status: 500 }
/** `fields` are the paths that the service names. */
const refused = (status: number, fields: string, body: string): Answer => ({
  status,
  headers: { 'inkproof-fields': fields },
  body,
})
const TAKEN = refused(409, 'email', 'An account has it.')
const MEMBER = refused(409, 'email', 'Is a member already.')
const INVALID = 'The request is not valid.'

type Case = {
  on: keyof typeof SCREENS
  /** What opens the form, where it is not there at once. */
  open?: string
  field: RegExp
  typed: string
  send: string
  answer: Answer
  wrong: string[]
}

const WORKSPACE = { on: 'new workspace', open: 'New workspace', field: /^Name/ } as const
const NEW_NAME = { ...WORKSPACE, send: 'Create workspace', wrong: ['Name'] }
const INVITED = { on: 'invitation', field: /^E-mail/, send: 'Send invitation' } as const
const CHANGED = { on: 'change of address', field: /^New e-mail/, send: 'Change address' } as const
const DELETED = { on: 'deletion of the account', open: 'Delete my account' } as const
const CASES: Case[] = [
  { ...NEW_NAME, typed: '  ', answer: UNSENT },
  { ...NEW_NAME, typed: 'Ac', answer: refused(400, 'name', INVALID) },
  { ...INVITED, typed: ' ', answer: UNSENT, wrong: ['E-mail address'] },
  { ...INVITED, typed: 'bob@example.org', answer: MEMBER, wrong: ['E-mail address'] },
  { ...CHANGED, typed: 'a@example.org', answer: TAKEN, wrong: ['New e-mail address'] },
  { ...CHANGED, typed: 'a@example.org', answer: { status: 503, body: 'Later.' }, wrong: [] },
  {
    ...{ ...DELETED, field: /^Type/, typed: 'yes', send: 'Delete my account', answer: UNSENT },
    wrong: [`Type “${DELETION_PHRASE}” to confirm.`],
  },
  {
    ...{ on: 'name', field: /^First/, typed: '!', send: 'Save name', wrong: ['Last Name'] },
    answer: refused(400, 'lastName', INVALID),
  },
]

test.each(CASES)(
  '$on: the error for $typed is shown and focused, and marks $wrong',
  async ({ on, open, field, typed, send, answer, wrong }) => {
    const service = await startService(() => answer)
    stop = service.stop
    signInAs()
    show(SCREENS[on])
    const user = userEvent.setup()
    if (open) await user.click(screen.getByRole('button', { name: open }))
    await user.type(screen.getByLabelText(field), typed)
    await user.click(screen.getByRole('button', { name: send }))
    const alert = await screen.findByRole('alert')
    expect(document.activeElement).not.toBe(document.body)
    expect(document.activeElement?.contains(alert)).toBe(true)
    expect(invalidFieldLabels()).toEqual(wrong)
    for (const label of wrong) expect(descriptionOf(label)).toContain(alert.textContent)
  },
)
