import { MAX_PICTURE_BYTES } from '@inkproof/protocol/profile'
import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { useEffect, useState } from 'react'

/** A chosen file; `url` is an object URL for its preview. */
export type ChosenPicture = { file: File; url: string }

type State = { chosen: ChosenPicture | null; error: string | null }

const EMPTY_STATE: State = { chosen: null, error: null }
export const ACCEPTED_TYPES = 'image/jpeg,image/png,image/webp,image/gif'

/** The file chosen for upload, or the reason why it cannot be used. */
export function useChosenPicture() {
  const [state, setState] = useState<State>(EMPTY_STATE)
  const url = state.chosen?.url
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return {
    ...state,
    choose: (file: File) => {
      const error = validate(file)
      setState(error ? { chosen: null, error } : { chosen: withPreviewUrl(file), error: null })
    },
    showError: (error: string) => setState({ chosen: null, error }),
    clear: () => setState(EMPTY_STATE),
  }
}

function withPreviewUrl(file: File): ChosenPicture {
  return { file, url: URL.createObjectURL(file) }
}

function validate(file: File): string | null {
  // A browser that does not know the type leaves it empty; the service checks the content anyway.
  if (file.type && !ACCEPTED_TYPES.split(',').includes(file.type)) {
    return t('{name} is not a supported picture format. Choose a JPEG, PNG, WebP or GIF file.', {
      name: file.name,
    })
  }
  if (file.size > MAX_PICTURE_BYTES) {
    return t('{name} is {size}. Choose a picture of up to 5 MB.', {
      name: file.name,
      size: formatBytes(file.size),
    })
  }
  return null
}
