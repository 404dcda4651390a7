package gramme;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;

/** Checks that run in order and build on each other, and report themselves as lines of JSON. */
final class Checks {
  interface Check {
    void run() throws Exception;
  }

  private boolean failed;

  /** Prints the name of the check, and what went wrong or null. */
  void check(String name, Check check) {
    String fault = "null";
    try {
      check.run();
    } catch (Throwable error) {
      failed = true;
      fault = quoted(stackOf(error));
    }
    System.out.println("{\"name\":" + quoted(name) + ",\"fault\":" + fault + "}");
    System.out.flush();
  }

  void exit() {
    System.exit(failed ? 1 : 0);
  }

  static void expect(String what, Object got, Object wanted) {
    if (!Objects.equals(got, wanted)) {
      throw new AssertionError(what + ": got " + got + ", wanted " + wanted);
    }
  }

  /** Returns the typed error that the call must end with. */
  static <E extends Throwable> E refused(Class<E> type, Check check) throws Exception {
    try {
      check.run();
    } catch (Throwable error) {
      if (type.isInstance(error)) return type.cast(error);
      throw new AssertionError("another error than " + type.getSimpleName(), error);
    }
    throw new AssertionError("not refused, expected " + type.getSimpleName());
  }

  private static String stackOf(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') quoted.append('\\').append(c);
      else if (c < ' ') quoted.append(String.format("\\u%04x", (int) c));
      else quoted.append(c);
    }
    return quoted.append('"').toString();
  }
}
