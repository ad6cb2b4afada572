import { useToasts } from '@inkproof/slice'
import { type ComponentType, useEffect, useState } from 'react'

/** The notifications: one at a time, focused with F8. Their code is loaded for the first one. */
export function Toaster() {
  const hasToasts = useToasts((state) => state.toasts.length > 0)
  const [ToastList, setToastList] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!hasToasts) return
    import('./toast-list.tsx').then(
      (module) => setToastList(() => module.ToastList),
      () => setToastList(() => PlainToasts),
    )
  }, [hasToasts])
  return ToastList && <ToastList />
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
