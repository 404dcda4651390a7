import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../design/base.css'
import { giveStyleNonce } from '../design/style-nonce.js'
import '../design/tokens.css'
import { App } from './app.js'

giveStyleNonce()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
