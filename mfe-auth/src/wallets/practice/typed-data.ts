import type { TypedDataDomain, TypedDataField } from 'ethers'

/** EIP-712 typed data as ethers signs it, and as readable text. */
export type TypedData = {
  domain: TypedDataDomain
  types: Record<string, TypedDataField[]>
  message: Record<string, unknown>
  text: string
}

/** Parses the parameter of `eth_signTypedData_v4`: JSON or an object. Returns null if it is not typed data. */
export function readTypedData(data: unknown): TypedData | null {
  try {
    const value = typeof data === 'string' ? JSON.parse(data) : data
    const { domain, types, message, primaryType } = value as TypedData & { primaryType: string }
    if (!domain || !types || !message) return null
    // ethers adds the domain's type itself.
    const { EIP712Domain: _, ...otherTypes } = types
    const text = `${primaryType}\n${JSON.stringify({ domain, message }, null, 2)}`
    return { domain, types: otherTypes, message, text }
  } catch {
    return null
  }
}
