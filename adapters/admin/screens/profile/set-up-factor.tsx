import { useState } from 'preact/hooks';
import { loadAccount } from '../../shell/session.ts';
import { readCollections } from '../../shell/rail/read-collections.ts';
import { FactorKey, type ShownKey } from './factor-key.tsx';
import { FactorProof } from './factor-proof.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Step =
  | { readonly kind: 'proof'; readonly hasExpired: boolean }
  | { readonly kind: 'key'; readonly key: ShownKey }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

interface SetUpFactorProps {
  readonly onClose: () => void;
  /** Called when the account has a second factor. */
  readonly onSet: () => void;
}

/** Sets up a second factor: who you are, the key for the app with a first code, the recovery codes. */
export const SetUpFactor = ({ onClose, onSet }: SetUpFactorProps) => {
  const [step, setStep] = useState<Step>({ kind: 'proof', hasExpired: false });
  switch (step.kind) {
    case 'proof':
      return (
        <FactorProof
          hasExpired={step.hasExpired}
          onKey={(key) => setStep({ kind: 'key', key })}
          onClose={onClose}
        />
      );
    case 'key':
      return (
        <FactorKey
          shown={step.key}
          onExpired={() => setStep({ kind: 'proof', hasExpired: true })}
          onCodes={(codes) => {
            setStep({ kind: 'codes', codes });
            onSet();
            // A role that needs the factor can open all screens again.
            loadAccount().then(readCollections, () => undefined);
          }}
          onClose={onClose}
        />
      );
    case 'codes':
      return <RecoveryCodes codes={step.codes} onDone={onClose} />;
  }
};
