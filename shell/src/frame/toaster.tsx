import { useToasts } from '@inkproof/slice'
import { type ComponentType, useEffect, useState } from 'react'

/** The notifications: one at a time, focused with F8. Their code is loaded for the first one, or for the first F8. */
export function Toaster() {
  const hasToasts = useToasts((state) => state.toasts.length > 0)
  const [isF8Pressed, setF8Pressed] = useState(false)
  const [ToastList, setToastList] = useState<ComponentType<{ autoFocus: boolean }> | null>(null)
  useEffect(() => {
    if (ToastList) return
    const onKeyDown = ({ code }: KeyboardEvent) => code === 'F8' && setF8Pressed(true)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [ToastList])
  useEffect(() => {
    if (!hasToasts && !isF8Pressed) return
    import('./toast-list.tsx').then(
      (module) => setToastList(() => module.ToastList),
      () => setToastList(() => PlainToasts),
    )
  }, [hasToasts, isF8Pressed])
  return ToastList && <ToastList autoFocus={isF8Pressed} />
}

/** Used if the code of the notifications cannot be loaded: shows only their text, so that no message is lost. */
function PlainToasts() {
  const open = useToasts((state) => state.toasts).filter((toast) => toast.open)
  return (
    <div role="status" className="fixed right-0 bottom-0 z-(--z-toast) w-full p-4 md:max-w-[420px]">
      {open.map(({ id, title, description }) => (
        <p key={id} className="rounded-lg border border-line bg-raised p-4 text-sm shadow-float">
          <strong className="font-semibold">{title}</strong> {description}
        </p>
      ))}
    </div>
  )
}
