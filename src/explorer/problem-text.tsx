/** What the server said is wrong, told to those who listen, too. */
export function ProblemText({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}
