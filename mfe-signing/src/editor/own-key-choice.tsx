import type { AccountView } from '@inkproof/protocol/account'
import { showAccount } from '@inkproof/protocol/calls/accounts'
import { useSession } from '@inkproof/slice'
import { canUsePasskeys } from '@inkproof/slice-parts/passkey-support'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { describeDevice } from '@inkproof/texts/origin'
import { pageTexts, t } from '@inkproof/texts/text'
import { Checkbox } from '@inkproof/ui/checkbox'
import { Field } from '@inkproof/ui/field'
import { shortenAddress } from '@inkproof/ui/format'
import { Select } from '@inkproof/ui/select'
import { editDraft } from './draft.store.ts'
import type { Draft } from './draft.ts'

type Props = { draft: Draft }

/** Offers to name a wallet or a passkey of the account, so that the signed document shows that it was known before. */
export function OwnKeyChoice({ draft }: Props) {
  const address = useSession(({ user }) => user?.walletAddress?.toLowerCase())
  return (
    <>
      {address !== undefined && (
        <Checkbox
          checked={draft.wallet === address}
          onCheckedChange={(isChecked) =>
            editDraft(() => ({ wallet: isChecked ? address : null, passkey: null }))
          }
          label={t('Sign with my wallet {address}', { address: shortenAddress(address) })}
          hint={t('Everyone who gets the signed document sees its address.')}
        />
      )}
      {canUsePasskeys() && <OwnPasskeyChoice draft={draft} />}
    </>
  )
}

/** Renders nothing while the account is loading, or if it has no passkey. */
function OwnPasskeyChoice({ draft: { passkey } }: Props) {
  const { data } = usePersonalQuery(queryOf(showAccount))
  const passkeys = data?.passkeys ?? []
  const chosen = passkeys.find(({ id }) => id === passkey)
  const [latest] = passkeys.toSorted(byUse)
  if (latest === undefined) return null
  const choose = (id: string | null) => editDraft(() => ({ passkey: id, wallet: null }))
  return (
    <div className="space-y-3">
      <Checkbox
        checked={chosen !== undefined}
        onCheckedChange={(isChecked) => choose(isChecked ? latest.id : null)}
        label={t('Sign with my passkey')}
        hint={t(
          'The signed document shows that your account already had this passkey. Anyone who compares several of your documents can see that you used the same one.',
        )}
      />
      {chosen && passkeys.length > 1 && (
        <Field label={t('Passkey')} className="max-w-sm">
          <Select
            value={chosen.id}
            onValueChange={choose}
            options={passkeys.map(({ id, name }) => ({
              value: id,
              label: describeDevice(pageTexts, name),
            }))}
          />
        </Field>
      )}
    </div>
  )
}

type Passkey = AccountView['passkeys'][number]

/** Sorts the most recently used passkey first. */
function byUse(one: Passkey, other: Passkey): number {
  const timeOf = ({ addedAt, usedAt }: Passkey) => usedAt ?? addedAt
  return timeOf(other).localeCompare(timeOf(one))
}
