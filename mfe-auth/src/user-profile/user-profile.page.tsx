import '../full.css'
import { NOTICES, SECTIONS } from './sections.ts'
import { UserProfile } from './user-profile.tsx'

/** The settings of the signed-in user's account. */
export function Component() {
  return <UserProfile notices={NOTICES} sections={SECTIONS} />
}
