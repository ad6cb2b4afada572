import { t } from '@inkproof/texts/text'
import '../full.css'
// Imported here, so that signing out on any page removes a stored mailed link.
import '../links/stored-link.ts'
import { signOut, type User } from '@inkproof/slice'
import { Avatar } from '@inkproof/ui/avatar'
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '@inkproof/ui/dropdown-menu'
import { shortenAddress, truncateEmail } from '@inkproof/ui/format'
import { LogOut, Settings, UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { displayName } from '../account/display-name.ts'

type Props = {
  user: User
  /** True right after signing in with the button that this menu replaces. */
  shouldFocus: boolean
}

/** The signed-in user's menu: their name, Profile, Settings, Sign Out. */
export function AccountMenu({ user, shouldFocus }: Props) {
  const name = displayName(user)
  const buttonRef = useRef<HTMLButtonElement>(null)
  // The button that opened the dialog is gone, so the menu button receives focus.
  useEffect(() => {
    if (shouldFocus) buttonRef.current?.focus()
  }, [shouldFocus])
  return (
    <DropdownMenu trigger={<AccountButton ref={buttonRef} user={user} name={name} />}>
      <MenuLabel>
        <UserSummary user={user} name={name} />
      </MenuLabel>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to="/profile">
          <UserRound aria-hidden="true" />
          {t('Profile')}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/user-profile">
          <Settings aria-hidden="true" />
          {t('Settings')}
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden="true" />
        {t('Sign Out')}
      </MenuItem>
    </DropdownMenu>
  )
}

type UserSummaryProps = { user: User; name: string }

/** Accepts the attributes Radix passes to a menu's trigger. */
function AccountButton({
  user,
  name,
  ...trigger
}: UserSummaryProps & React.ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...trigger}
      aria-label={t('Account menu for {name}', { name })}
      className="inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-full py-0.5 pr-3 pl-0.5 text-left hover:bg-hover data-[state=open]:bg-hover max-md:min-h-11 max-md:min-w-11 max-md:justify-center max-md:p-0"
    >
      <Avatar name={name} src={user.profileImageUrl} size="sm" />
      <span className="max-w-36 truncate font-medium text-ink text-sm max-xl:sr-only">{name}</span>
    </button>
  )
}

function UserSummary({ user, name }: UserSummaryProps) {
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} src={user.profileImageUrl} />
      <span className="min-w-0">
        <span className="block max-w-52 truncate font-medium text-base text-ink">{name}</span>
        {user.email && (
          <span className="block" title={user.email}>
            {truncateEmail(user.email)}
          </span>
        )}
        {user.walletAddress && (
          <span className="block font-mono text-xs" title={user.walletAddress}>
            {shortenAddress(user.walletAddress)}
          </span>
        )}
      </span>
    </span>
  )
}
