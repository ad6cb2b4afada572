import { buttonColors } from '@inkproof/protocol/brand-color'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { useTheme } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { BrandLogo, BrandScope } from '@inkproof/ui/branding'
import type { ReactNode } from 'react'
import { LegalLinks } from './legal-links.tsx'

type Props = { request: LinkedRequest; children: ReactNode }

/**
 * A page with the logo, the color and the legal links of the sender's workspace. It names the sender and Inkproof in any
 * case, so that no workspace can pretend to be someone else. Its elements keep their positions when branding appears or
 * disappears, so that nothing that was entered is lost.
 */
export function Branded({ children, request: { branding, sender } }: Props) {
  const theme = useTheme((state) => state.theme)
  const colors = branding?.color ? buttonColors(branding.color, theme) : null
  return (
    <BrandScope colors={colors}>
      {branding && (
        <BrandLogo name={branding.workspaceName} logo={branding.logo} className="mb-8" />
      )}
      {children}
      {branding && (
        <footer className="mt-12 space-y-2 border-line border-t pt-6 text-ink-muted text-sm">
          <LegalLinks branding={branding} />
          <p className="max-w-lg break-words">
            {t(
              'Sent by {sender} and delivered by Inkproof. The logo, the color and the links come from the sender. Inkproof has not checked them.',
              { sender },
            )}
          </p>
        </footer>
      )}
    </BrandScope>
  )
}
