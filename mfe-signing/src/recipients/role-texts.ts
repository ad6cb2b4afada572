import type { RecipientRole } from '@inkproof/protocol/recipient-roles'
import { t } from '@inkproof/texts/text'

/** What a recipient does, as a short phrase. */
export const ROLE_LABELS: Readonly<Record<RecipientRole, string>> = {
  signer: t('Signs'),
  approver: t('Approves'),
  viewer: t('Can view'),
  copy: t('Gets a copy'),
}
