import { site } from '@inkproof/slice'
import { walletErrorMessage } from '@inkproof/slice-parts/wallet-provider'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { TextLink } from '@inkproof/ui/link'
import { useState } from 'react'
import { FormError } from '../forms/form-error.tsx'
import { deepLinks, isHandheld } from './deep-links.ts'

/** Shown if no wallet was found: the alternatives on this device. */
export function NoWallet({ onCreated }: { onCreated: (walletId: string) => void }) {
  const isEmbedded = site().embedded === true
  const isPhone = isHandheld(navigator.userAgent)
  if (!isEmbedded && !isPhone) return null
  return (
    <div className="space-y-4 rounded-lg border border-line bg-sunken px-4 py-4">
      {isPhone && <OpenInWallet />}
      {isEmbedded && <CreatePracticeWallet onCreated={onCreated} />}
    </div>
  )
}

function OpenInWallet() {
  const page = new URL(location.href)
  return (
    <div className="space-y-2">
      <p className="font-medium text-ink text-sm">{t('Open this page in your wallet app')}</p>
      <ul className="flex flex-wrap gap-x-5">
        {deepLinks(page).map(({ name, href }) => (
          <li key={name}>
            <TextLink
              href={href}
              rel="noopener noreferrer"
              className="inline-flex min-h-11 items-center"
            >
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

type CreationState = { isBusy: boolean; error?: string }

function CreatePracticeWallet({ onCreated }: { onCreated: (walletId: string) => void }) {
  const [{ isBusy, error }, setState] = useState<CreationState>({ isBusy: false })

  async function create() {
    setState({ isBusy: true })
    try {
      const { createPracticeWallet } = await import(
        /* webpackChunkName: "practice-wallet" */ './practice/create.ts'
      )
      const walletId = await createPracticeWallet()
      setState({ isBusy: false })
      onCreated(walletId)
    } catch (cause) {
      setState({
        isBusy: false,
        error: walletErrorMessage(
          cause,
          t('The practice wallet could not be created. Please try again.'),
        ),
      })
    }
  }

  return (
    <div className="space-y-3">
      <p className="text-ink-muted text-sm">
        {t(
          'This is a test installation with its own blockchain. A practice wallet exists only in this browser and holds worthless test money.',
        )}
      </p>
      <FormError error={error} />
      <Button wide busy={isBusy} onClick={() => void create()}>
        {t('Create a practice wallet')}
      </Button>
    </div>
  )
}
