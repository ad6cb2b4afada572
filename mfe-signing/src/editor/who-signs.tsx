import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Checkbox } from '@inkproof/ui/checkbox'
import { shortenAddress } from '@inkproof/ui/format'
import { RadioGroup } from '@inkproof/ui/radio-group'
import { editDraft } from './draft.store.ts'
import type { Draft } from './draft.ts'
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
      {draft.isOnlyMe && <OwnWalletChoice draft={draft} />}
      {!draft.isOnlyMe && (
        <>
          <RecipientList draft={draft} />
          <SendOptions draft={draft} />
        </>
      )}
    </section>
  )
}

/** Offers to name a wallet of the account, so that the signed document shows that it was known before. */
function OwnWalletChoice({ draft: { wallet } }: { draft: Draft }) {
  const address = useSession(({ user }) => user?.walletAddress?.toLowerCase())
  if (address === undefined) return null
  return (
    <Checkbox
      checked={wallet === address}
      onCheckedChange={(isChecked) => editDraft(() => ({ wallet: isChecked ? address : null }))}
      label={t('Sign with my wallet {address}', { address: shortenAddress(address) })}
      hint={t('Everyone who gets the signed document sees its address.')}
    />
  )
}
