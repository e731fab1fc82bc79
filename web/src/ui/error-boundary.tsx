/** Catches errors of a view or pane and reports them; the session above survives. */

import { Component, type ReactNode } from "react";
import { Button } from "./button";
import styles from "./error-boundary.module.css";
import { Row, Stack } from "./layout";

/** Browsers' messages for a script that failed to load. */
const NOT_LOADED = /dynamically imported module|importing a module|failed to fetch|load failed|unable to preload/i;

/** `what` it surrounds, as a sentence names it. */
type Props = { children: ReactNode; what?: "view" | "pane" };

export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(reason: unknown) {
    return { error: reason instanceof Error ? reason : new Error(String(reason)) };
  }

  override render() {
    const { error } = this.state;
    const { what = "view" } = this.props;
    if (error === null) return this.props.children;
    return (
      <Stack className={styles.failedView} role="alert">
        <p>
          {NOT_LOADED.test(error.message)
            ? `This ${what} could not be loaded. You may be offline, or the page was updated since you opened it.`
            : `This ${what} stopped working: ${error.message}`}
        </p>
        <p className="dim">What you have open is kept.</p>
        <Row as="p">
          <Button look="primary" onClick={() => this.setState({ error: null })}>
            Try again
          </Button>
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </Row>
      </Stack>
    );
  }
}
