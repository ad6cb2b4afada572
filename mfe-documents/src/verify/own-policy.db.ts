import { KEY, withVerifyDatabase } from './verify-database.ts'

/** Returns the text of the policy that this installation published at the last visit. */
export function loadOwnPolicyText(): Promise<string | null> {
  return withVerifyDatabase((db) => db.get('policies', KEY))
}

export async function saveOwnPolicyText(text: string): Promise<void> {
  await withVerifyDatabase((db) => db.put('policies', text, KEY))
}
