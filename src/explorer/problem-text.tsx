/** The message of a problem, which screen readers announce. */
export function ProblemText({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}
