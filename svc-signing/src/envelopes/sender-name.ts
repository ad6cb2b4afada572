import type { Contact } from './dependencies.ts'

type Sender = Pick<Contact, 'email' | 'firstName' | 'lastName' | 'workspaceName'>

/**
 * Returns how recipients see the sender: `Jane Roe (Roe Workshops)`. The workspace is left out while it has the name that
 * svc-auth gives it by default, which only repeats the person's name or address.
 *
 * @param ownName the sender's name as a recipient of the request; undefined if they are not one
 */
export function senderName(sender: Sender, ownName: string | undefined): string {
  const { email, firstName, lastName, workspaceName } = sender
  const profileName = [firstName, lastName].filter(Boolean).join(' ')
  const name = ownName ?? profileName
  const isDefault = [profileName, email].some((one) => workspaceName === `${one}’s workspace`)
  if (isDefault) return name || (email ?? workspaceName)
  return name ? `${name} (${workspaceName})` : workspaceName
}
