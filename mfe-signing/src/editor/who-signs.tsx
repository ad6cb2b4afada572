import { t } from '@inkproof/texts/text'
import { RadioGroup } from '@inkproof/ui/radio-group'
import type { Draft } from './draft.ts'
import { OwnKeyChoice } from './own-key-choice.tsx'
import { setOnlyMe } from './recipient-edits.ts'
import { RecipientList } from './recipient-list.tsx'
import { SendOptions } from './send-options.tsx'

/** Whether only the sender signs, or who receives the request, and how. */
export function WhoSigns({ draft }: { draft: Draft }) {
  return (
    <section aria-label={t('Who signs')} className="mb-6 space-y-5">
      <RadioGroup
        label={t('Who signs?')}
        look="cards"
        value={draft.isOnlyMe ? 'me' : 'others'}
        onValueChange={(value) => setOnlyMe(value === 'me')}
        options={[
          { value: 'me', label: t('Only me'), hint: t('Sign now. No e-mail is sent.') },
          {
            value: 'others',
            label: t('Other people'),
            hint: t('Send it by e-mail. They don’t need an account.'),
          },
        ]}
      />
      {draft.isOnlyMe && <OwnKeyChoice draft={draft} />}
      {!draft.isOnlyMe && (
        <>
          <RecipientList draft={draft} />
          <SendOptions draft={draft} />
        </>
      )}
    </section>
  )
}
