/** There are no devices for a second factor here, so no code of one can be right. */
import { accessDenied } from '../../model/errors.js'

interface SecondFactor {
  readonly SerialNumber?: string
  readonly TokenCode?: string
}

export function refuseSecondFactor({ SerialNumber, TokenCode }: SecondFactor): void {
  if (SerialNumber === undefined && TokenCode === undefined) return
  throw accessDenied(
    'MultiFactorAuthentication failed, unable to validate MFA code.  Please verify your MFA serial number is valid and associated with this user.',
  )
}
