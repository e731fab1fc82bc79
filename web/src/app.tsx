export function App() {
  return (
    <main>
      <h1>HPACK Inspector</h1>
    </main>
  );
}
