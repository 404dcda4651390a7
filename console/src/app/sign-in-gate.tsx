import { lazy, Suspense, type ReactNode } from 'react'
import { Dialog } from '../design/dialog.js'
import { Notice } from '../design/notice.js'
import { useServer } from '../frame/server.js'
import { signOut, useSession } from '../frame/session.js'

const SignInPage = lazy(() =>
  import('../pages/sign-in/sign-in-page.js').then((page) => ({ default: page.SignInPage })),
)
const SignInForm = lazy(() =>
  import('../pages/sign-in/sign-in-form.js').then((form) => ({ default: form.SignInForm })),
)

/**
 * Nobody gets past it without a key where the server asks for one. A key that has expired is asked for again over the
 * page, which keeps what was not saved.
 */
export function SignInGate({ children }: { readonly children: ReactNode }) {
  const { auth } = useServer()
  const session = useSession()
  if (auth !== 'iam') return children
  if (session === undefined) {
    return (
      <Suspense>
        <SignInPage />
      </Suspense>
    )
  }
  return (
    <>
      {children}
      <Dialog title="Sign in again" open={session.refusal !== undefined} onClose={signOut}>
        <Notice tone="warn">{session.refusal}</Notice>
        <Suspense>
          <SignInForm />
        </Suspense>
      </Dialog>
    </>
  )
}
