import { resemblesProduct } from '@inkproof/texts/product-name'
import type { Contact } from './dependencies.ts'

type Sender = Pick<Contact, 'email' | 'firstName' | 'lastName' | 'workspaceName'>

/**
 * Returns how recipients see the sender: `Jane Roe (Roe Workshops)`. The workspace is left out while it has the name that
 * svc-auth gives it by default, which only repeats the person's name or address. A name that could be taken for this product's
 * is left out, because it begins the subjects of e-mails that the product sends; the address then stands for it.
 *
 * @param ownName the sender's name as a recipient of the request; undefined if they are not one
 */
export function senderName(sender: Sender, ownName: string | undefined): string {
  const { email, firstName, lastName, workspaceName } = sender
  const profileName = [firstName, lastName].filter(Boolean).join(' ')
  const entered = ownName ?? profileName
  const name = resemblesProduct(entered) ? (email ?? '') : entered
  const isDefault = [profileName, email].some((one) => workspaceName === `${one}’s workspace`)
  const isLeftOut = isDefault || resemblesProduct(workspaceName)
  if (!isLeftOut) return name ? `${name} (${workspaceName})` : workspaceName
  return name || (email ?? workspaceName)
}
