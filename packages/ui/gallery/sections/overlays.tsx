import { LogOut, Settings, User } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '../../src/alert-dialog.tsx'
import { Button } from '../../src/button.tsx'
import { Dialog, DialogClose } from '../../src/dialog.tsx'
import {
  DropdownMenu,
  MenuCheckItem,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuSub,
} from '../../src/dropdown-menu.tsx'
import { Field } from '../../src/field.tsx'
import { IconButton } from '../../src/icon-button.tsx'
import { Input } from '../../src/input.tsx'
import { Section } from '../../src/page.tsx'
import { PasswordInput } from '../../src/password-input.tsx'
import { Toast } from '../../src/toast.tsx'
import { noop, Specimen } from '../specimen.tsx'

/** Overlays: dialogs, menus, toasts and tooltips. */
export function OverlaysSection() {
  const [toast, setToast] = useState<'info' | 'success' | 'danger' | null>(null)
  const [isCompact, setCompact] = useState(true)
  return (
    <Section title="Overlays" ruled>
      <Specimen name="dialog">
        <Dialog
          trigger={<Button>Open a dialog</Button>}
          title="Sign In"
          description="Your documents stay on this device, even if you sign in."
          footer={
            <>
              <DialogClose>
                <Button variant="ghost">Not now</Button>
              </DialogClose>
              <Button variant="primary">Sign In</Button>
            </>
          }
        >
          <div className="space-y-5">
            <Field label="Email" required>
              <Input type="email" autoComplete="username" />
            </Field>
            <Field label="Password" required>
              <PasswordInput />
            </Field>
          </div>
        </Dialog>
        <AlertDialog
          trigger={<Button variant="danger">Revoke certificate</Button>}
          title="Revoke this certificate?"
          description="Anyone who verifies it will see that it was revoked. This can’t be undone."
          confirmLabel="Revoke certificate"
          onConfirm={noop}
        />
      </Specimen>
      <Specimen name="dropdown-menu">
        <DropdownMenu trigger={<Button>Open a menu</Button>} align="start">
          <MenuLabel>ada.lovelace@exam...</MenuLabel>
          <MenuItem>
            <User />
            Profile
          </MenuItem>
          <MenuItem>
            <Settings />
            Settings
          </MenuItem>
          <MenuSub label="Save as">
            <MenuItem>Proof file</MenuItem>
            <MenuItem>Certificate PDF</MenuItem>
          </MenuSub>
          <MenuCheckItem checked={isCompact} onCheckedChange={setCompact}>
            Compact rows
          </MenuCheckItem>
          <MenuItem disabled>Not available</MenuItem>
          <MenuSeparator />
          <MenuItem tone="danger">
            <LogOut />
            Sign Out
          </MenuItem>
        </DropdownMenu>
      </Specimen>
      <Specimen name="tooltip">
        <IconButton label="Hover or focus">
          <LogOut />
        </IconButton>
      </Specimen>
      <Specimen name="toast">
        <Button onClick={() => setToast('info')}>Info</Button>
        <Button onClick={() => setToast('success')}>Success</Button>
        <Button onClick={() => setToast('danger')}>Danger</Button>
        <Toast
          key={toast}
          open={toast !== null}
          onOpenChange={(isOpen) => !isOpen && setToast(null)}
          variant={toast ?? 'info'}
          duration={60_000}
          title="Proof file saved"
          description="Keep it with the document; together they can be verified without Inkproof."
        />
      </Specimen>
    </Section>
  )
}
