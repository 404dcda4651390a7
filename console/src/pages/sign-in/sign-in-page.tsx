import { useEffect } from 'react'
import { useServer } from '../../frame/server.js'
import { SignInForm } from './sign-in-form.js'
import './sign-in-page.css'

/** Before anything else, where the server verifies signatures. */
export function SignInPage() {
  const { endpoint } = useServer()
  useEffect(() => {
    document.title = 'Sign in · Gramme'
  }, [])
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <header className="sign-in-head">
          <span className="top-mark" aria-hidden>
            g
          </span>
          <div>
            <h1>Sign in</h1>
            <p className="sign-in-place">{endpoint}</p>
          </div>
        </header>
        <SignInForm />
        <p className="sign-in-note">
          The key signs calls in this browser and is not sent. What you may do is what its policies
          allow.
        </p>
      </div>
    </main>
  )
}
