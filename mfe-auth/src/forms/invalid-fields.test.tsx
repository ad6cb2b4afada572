/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { DELETION_PHRASE } from '@inkproof/protocol/profile'
import type { TestResponse } from '@inkproof/slice/testing/serve'
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
  'e-mail change': <ChangeForm isFirst={false} />,
  'deletion of the account': <DeletionDialog />,
  name: <NamesSection account={ACCOUNT} />,
}

/** The form rejects the input itself, so this response is never received. */
const UNUSED_RESPONSE: TestResponse = { status: 500 }
/** `fields` are the field names that the service reports. */
const rejected = (status: number, fields: string, body: string): TestResponse => ({
  status,
  headers: { 'inkproof-fields': fields },
  body,
})
const EMAIL_TAKEN = rejected(409, 'email', 'Another account uses this address.')
const ALREADY_MEMBER = rejected(409, 'email', 'This person is already a member.')
const INVALID_REQUEST = 'The request is not valid.'

type Case = {
  screenName: keyof typeof SCREENS
  /** The button that opens the form, if it is not shown from the start. */
  openButton?: string
  field: RegExp
  input: string
  submitButton: string
  response: TestResponse
  invalidLabels: string[]
}

const WORKSPACE = {
  screenName: 'new workspace',
  openButton: 'New workspace',
  field: /^Name/,
} as const
const CREATE_WORKSPACE = { ...WORKSPACE, submitButton: 'Create workspace', invalidLabels: ['Name'] }
const INVITE = {
  screenName: 'invitation',
  field: /^E-mail/,
  submitButton: 'Send invitation',
} as const
const CHANGE_EMAIL = {
  screenName: 'e-mail change',
  field: /^New e-mail/,
  submitButton: 'Change address',
} as const
const DELETE_ACCOUNT = {
  screenName: 'deletion of the account',
  openButton: 'Delete my account',
} as const
const CASES: Case[] = [
  { ...CREATE_WORKSPACE, input: '  ', response: UNUSED_RESPONSE },
  { ...CREATE_WORKSPACE, input: 'Ac', response: rejected(400, 'name', INVALID_REQUEST) },
  { ...INVITE, input: ' ', response: UNUSED_RESPONSE, invalidLabels: ['E-mail address'] },
  {
    ...INVITE,
    input: 'bob@example.org',
    response: ALREADY_MEMBER,
    invalidLabels: ['E-mail address'],
  },
  {
    ...CHANGE_EMAIL,
    input: 'a@example.org',
    response: EMAIL_TAKEN,
    invalidLabels: ['New e-mail address'],
  },
  {
    ...CHANGE_EMAIL,
    input: 'a@example.org',
    response: { status: 503, body: 'Later.' },
    invalidLabels: [],
  },
  {
    ...{
      ...DELETE_ACCOUNT,
      field: /^Type/,
      input: 'yes',
      submitButton: 'Delete my account',
      response: UNUSED_RESPONSE,
    },
    invalidLabels: [`Type “${DELETION_PHRASE}” to confirm.`],
  },
  {
    ...{
      screenName: 'name',
      field: /^First/,
      input: '!',
      submitButton: 'Save name',
      invalidLabels: ['Last Name'],
    },
    response: rejected(400, 'lastName', INVALID_REQUEST),
  },
]

test.each(CASES)(
  '$screenName: the error for $input is shown and focused, and marks $invalidLabels',
  async ({ screenName, openButton, field, input, submitButton, response, invalidLabels }) => {
    const service = await startService(() => response)
    stop = service.stop
    signInAs()
    show(SCREENS[screenName])
    const user = userEvent.setup()
    if (openButton) await user.click(screen.getByRole('button', { name: openButton }))
    await user.type(screen.getByLabelText(field), input)
    await user.click(screen.getByRole('button', { name: submitButton }))
    const alert = await screen.findByRole('alert')
    expect(document.activeElement).not.toBe(document.body)
    expect(document.activeElement?.contains(alert)).toBe(true)
    expect(invalidFieldLabels()).toEqual(invalidLabels)
    for (const label of invalidLabels) expect(descriptionOf(label)).toContain(alert.textContent)
  },
)
