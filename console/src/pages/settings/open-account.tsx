import { useState } from 'react'
import { Button } from '../../design/button.js'
import { Field } from '../../design/field.js'
import { TextInput } from '../../design/inputs.js'
import { defaultAccount, useOpenAccount } from '../../frame/workspace.js'

/** While any credentials do, an access key of twelve digits is the account. */
export function OpenAccount() {
  const [account, setAccount] = useOpenAccount()
  const [typed, setTyped] = useState(account)
  const isAccount = /^\d{12}$/.test(typed)
  return (
    <form
      className="settings-account"
      onSubmit={(event) => {
        event.preventDefault()
        if (isAccount) setAccount(typed)
      }}
    >
      <Field
        label="Access key ID"
        error={isAccount ? undefined : 'An account has twelve digits.'}
        hint={`Twelve digits are an account of their own; all other keys are ${defaultAccount}.`}
      >
        {(parts) => (
          <TextInput
            {...parts}
            mono
            inputMode="numeric"
            maxLength={12}
            value={typed}
            onChange={setTyped}
          />
        )}
      </Field>
      <Button type="submit" disabled={!isAccount || typed === account}>
        Use this account
      </Button>
    </form>
  )
}
