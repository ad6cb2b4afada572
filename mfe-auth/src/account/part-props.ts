import type { AccountView } from '@inkproof/protocol/account'

/** The props of every card in the account settings: the loaded account. */
export type PartProps = { account: AccountView }
