import type { AuthHeadings } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { ownDrafts } from './certify.store.ts'

/** Titles of the auth dialog that name the files to certify. */
export function headingsFor(ids: readonly string[]): AuthHeadings {
  const [first, ...others] = ownDrafts().filter(({ id }) => ids.includes(id))
  if (first === undefined) return {}
  const { fileName } = first
  const count = others.length + 1
  const description = t('Free. Your files stay on this device, and nothing you entered is lost.')
  const isSingle = others.length === 0
  return {
    register: {
      title: isSingle
        ? t('Create an account to certify {fileName}', { fileName })
        : t('Create an account to certify {count} files', { count }),
      description,
    },
    login: {
      title: isSingle
        ? t('Sign in to certify {fileName}', { fileName })
        : t('Sign in to certify {count} files', { count }),
      description,
    },
  }
}
