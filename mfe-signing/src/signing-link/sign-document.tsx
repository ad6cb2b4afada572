import { t } from '@inkproof/texts/text'
import { Disclosure } from '@inkproof/ui/disclosure'
import { FillDocument } from '../filling/fill-document.tsx'
import type { CheckedDocument } from '../filling/use-checked-document.ts'
import { signerOf } from '../key-choice/use-key-choice.ts'
import { actByLink } from './act-by-link.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'
import { LegalLinks } from './legal-links.tsx'
import type { DocumentStageProps } from './participation.ts'

type Props = DocumentStageProps & { checked: CheckedDocument }

/** The document with the person's fields, and below it the consent and the code that confirms who signs. */
export function SignDocument(props: Props) {
  const { checked, entered, otherActions, request, setValue } = props
  const isSigner = request.you.role === 'signer'
  return (
    <FillDocument
      checked={checked}
      you={request.you}
      participants={request.participants}
      values={entered.values}
      setValue={setValue}
      beforeConsent={request.branding && <LegalLinks branding={request.branding} />}
      renderConfirmation={({ isReady, values, viewed }) => (
        <>
          <ConfirmIdentity
            {...props}
            offersKeys
            isReady={isReady}
            submitLabel={isSigner ? t('Sign document') : t('Approve document')}
            failureTitle={isSigner ? t('Not signed yet') : t('Not approved yet')}
            onSubmit={(code) => {
              const { basis } = checked
              const type = isSigner ? 'sign' : 'approve'
              const signer = signerOf(props.keyChoice)
              const action = { type, basis, values, viewed } as const
              return actByLink({ ...props, code, signer, action })
            }}
          />
          <Disclosure
            summary={
              <span className="font-medium text-sm">
                {isSigner ? t('If you do not want to sign') : t('If you do not want to approve')}
              </span>
            }
          >
            {otherActions}
          </Disclosure>
        </>
      )}
    />
  )
}
