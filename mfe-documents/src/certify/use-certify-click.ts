import { useNavigate } from 'react-router-dom'
import { certifyDrafts } from './certify-drafts.ts'

/** Returns a function that certifies drafts and opens the certificate if there is exactly one. */
export function useCertifyClick(): (ids: readonly string[]) => void {
  const navigate = useNavigate()
  return (ids) =>
    void certifyDrafts(ids).then((shareLink) => {
      if (shareLink !== null) navigate(`/share/${shareLink}`)
    })
}
