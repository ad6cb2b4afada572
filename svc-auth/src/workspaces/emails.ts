import { MAX_VALUE_LENGTH, type SafeValue } from '@inkproof/messages/safe-values'
import type { Texts } from '@inkproof/texts/make-texts'
import type { EventEmails } from '../events/event-email.ts'
import type { LinkEmails } from '../tokens/link-email.ts'

export const memberEmails: EventEmails = {
  'role-changed': ({ t, value }) => ({
    subject: t('Your role in {workspace} was changed', {
      workspace: value('workspace', t('a workspace')),
    }),
    heading: t('Your role was changed'),
    paragraphs: [
      t('Your role in the workspace {workspace} is now: {role}.', {
        workspace: value('workspace', t('that you belong to')),
        role: roleIn(t, value) || t('see your settings'),
      }),
    ],
    ifNotYou: 'none',
  }),
  'member-removed': ({ t, value }) => ({
    subject: t('You no longer belong to {workspace}', {
      workspace: value('workspace', t('a workspace')),
    }),
    heading: value('own', '') ? t('You left a workspace') : t('You were removed from a workspace'),
    paragraphs: [
      t(
        'You are no longer a member of the workspace {workspace}. Your account and your personal workspace are not affected.',
        { workspace: value('workspace', t('that you belonged to')) },
      ),
    ],
    ifNotYou: 'none',
  }),
}

export const invitationEmails: LinkEmails = {
  invitation: ({ t, value }) => {
    const inviter = value('inviter', t('Someone'))
    return {
      subject: t('{inviter} invited you to {workspace} on Inkproof', {
        inviter,
        workspace: value('workspace', t('a workspace')),
      }),
      heading: t('Work together in {workspace}', {
        workspace: value('workspace', t('a workspace'), MAX_VALUE_LENGTH),
      }),
      paragraphs: [
        t('{inviter} invited you to the workspace {workspace}. Your role will be: {role}.', {
          inviter,
          workspace: value('workspace', t('that they work in'), MAX_VALUE_LENGTH),
          role: roleIn(t, value) || t('member'),
        }),
        t(
          'Inkproof certifies documents: anyone can verify later that a file existed at a certain time.',
        ),
      ],
      label: t('View the invitation'),
      path: '/user-profile#invitation=',
      duration: t('7 days'),
      reason: t(
        'You received this e-mail because someone invited this address to their workspace. If you don’t know them, ignore it; nothing will change.',
      ),
    }
  },
}

function roleIn(t: Texts['t'], value: SafeValue): string {
  const role = value('role', '')
  if (role === 'owner') return t('owner')
  if (role === 'member') return t('member')
  return role === 'viewer' ? t('viewer') : role
}
