//! The code table: all kinds of findings with severity and summary. Each has a page in
//! `docs/errors`.

/// Severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The definition cannot be compiled.
    Error,
    /// The definition compiles, but probably does not do what its author wants.
    Warning,
}

/// Declares the codes, one row each.
macro_rules! codes {
    ($($name:ident = $id:literal $severity:ident, $summary:literal;)*) => {
        /// A kind of finding. Ids are grouped by family and never reused.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        pub enum Code {
            $(#[doc = $summary] $name,)*
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The id for users, such as `E0401`.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id),* }
            }

            /// The code with an id, in upper or lower case.
            pub fn of_id(id: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|code| code.id().eq_ignore_ascii_case(id))
            }

            /// Error or warning.
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity),* }
            }

            /// One-line summary.
            pub fn summary(self) -> &'static str {
                match self { $(Self::$name => $summary),* }
            }
        }
    };
}

codes! {
    // text
    JsonSyntax = "E0101" Error, "the text is not JSON";
    DuplicateKey = "E0102" Error, "a key appears twice in one object";
    NotUtf8 = "E0103" Error, "the file is not UTF-8 text";
    TooLarge = "E0104" Error, "the file is larger than 1 MiB";
    TooDeep = "E0105" Error, "the text is nested too deeply";
    CannotRead = "E0106" Error, "a file cannot be read";
    YamlSyntax = "E0107" Error, "the text is not YAML";
    OnlyYaml = "E0108" Error, "a part of YAML that JSON cannot say";
    CannotInclude = "E0109" Error, "a file that the definition names cannot be read";
    // top level
    NotAnObject = "E0201" Error, "the definition is not an object";
    MissingField = "E0202" Error, "a required field is missing";
    WrongType = "E0203" Error, "a value has the wrong type";
    UnknownStart = "E0204" Error, "`StartAt` names no state";
    UnknownVersion = "E0205" Error, "an unknown `Version`";
    NoStates = "E0206" Error, "`States` is empty";
    UnknownQueryLanguage = "E0207" Error, "an unknown `QueryLanguage`";
    LanguageDowngrade = "E0208" Error, "a state in JSONPath in a machine in JSONata";
    // names
    DuplicateStateName = "E0301" Error, "two states have the same name";
    StateNameTooLong = "E0302" Error, "a state name is too long";
    StateNameLongForAws = "W0303" Warning, "a state name is longer than AWS allows today";
    EmptyStateName = "E0304" Error, "a state name is empty";
    TurnedName = "E0305" Error, "a name with a character that changes the direction of text";
    // graph
    UnknownTarget = "E0401" Error, "a transition names no state";
    TargetInOtherScope = "E0402" Error, "a transition leaves its branch";
    NoTransition = "E0403" Error, "a state has neither `Next` nor `End`";
    NextAndEnd = "E0404" Error, "a state has both `Next` and `End`";
    TransitionForbidden = "E0405" Error, "a state type has no such transition";
    Unreachable = "E0406" Error, "no path from `StartAt` leads to a state";
    NoTerminalState = "E0407" Error, "a scope has no terminal state";
    CannotEnd = "W0408" Warning, "a state can never reach an end";
    NeverEntered = "W0409" Warning, "no path from `StartAt` leads to a state, which the specification allows";
    // fields
    FieldNotAllowed = "E0501" Error, "a field does not belong to this state type";
    UnknownField = "E0502" Error, "a field that the language does not have";
    ExclusiveFields = "E0503" Error, "two fields exclude each other";
    MissingOneOf = "E0504" Error, "one of several fields is required";
    HeartbeatNotSmaller = "E0505" Error, "`HeartbeatSeconds` is not smaller than `TimeoutSeconds`";
    UnknownStateType = "E0506" Error, "an unknown state `Type`";
    FailWithoutError = "W0507" Warning, "a Fail state without `Error`";
    EmptyBranches = "E0508" Error, "`Branches` is empty";
    UnknownWord = "E0510" Error, "a field takes only some words, and this is none of them";
    BadLabel = "E0511" Error, "a `Label` that AWS does not take";
    FailWithoutCause = "E0513" Error, "a Fail state without the `Cause` that the specification requires";
    ShortPatience = "W0514" Warning, "a task that ends by an external report, with the default time-out of 60 seconds";
    IdleInline = "W0512" Warning, "a field without effect in an inline Map";
    IdleHeartbeat = "W0509" Warning, "a heartbeat that the default time-out always precedes";
    // numbers
    NotAnInteger = "E0601" Error, "a number must be an integer";
    OutOfRange = "E0602" Error, "a number is out of range";
    // paths
    PathSyntax = "E0701" Error, "a path that cannot be read";
    NotAReferencePath = "E0702" Error, "a Reference Path is required here";
    NotAPath = "E0703" Error, "the value of a `.$` key is not a path";
    TemplateKeyTwice = "E0704" Error, "a key and its `.$` form side by side";
    LooksLikeAPath = "W0705" Warning, "a value looks like a path but its key does not end in `.$`";
    PathInResult = "W0706" Warning, "`Result` is static: a path in it is not evaluated";
    NoPattern = "W0707" Warning, "a pattern that is no I-Regexp matches nothing";
    DoubtfulFilter = "W0708" Warning, "a filter that Step Functions may read otherwise";
    NotInThisDialect = "E0709" Error, "a part of JSONPath that Step Functions does not have";
    // choice
    EmptyChoices = "E0801" Error, "`Choices` is empty";
    NoOperator = "E0802" Error, "a choice rule without a comparison";
    SeveralOperators = "E0803" Error, "a choice rule with several comparisons";
    OperandType = "E0804" Error, "the operand has the wrong type";
    NestedNext = "E0805" Error, "`Next` in a nested rule";
    UnknownOperator = "E0806" Error, "an unknown comparison operator";
    EmptyRuleList = "E0807" Error, "`And` or `Or` without rules";
    OpenEscape = "E0808" Error, "a backslash in `StringMatches` that escapes nothing";
    ShadowedRule = "W0811" Warning, "a choice rule that earlier rules always precede";
    ImpossibleCondition = "W0812" Warning, "a condition that can never hold";
    UnreachableDefault = "W0813" Warning, "a `Default` that is never taken";
    NotExhaustive = "W0814" Warning, "a Choice without `Default` whose rules leave cases open";
    // errors
    EmptyErrorEquals = "E0901" Error, "`ErrorEquals` is empty";
    AllNotAlone = "E0902" Error, "`States.ALL` must stand alone";
    AllNotLast = "E0903" Error, "`States.ALL` must be last";
    UnknownStatesError = "W0904" Warning, "an unknown `States.` error name";
    NeverMatches = "W0905" Warning, "a retrier or catcher that can never match";
    ReservedErrorName = "W0906" Warning, "an error name that begins with `States.`";
    ReservedOwnError = "E0908" Error, "a Fail state whose own error name begins with `States.`";
    RetriesNothing = "W0907" Warning, "a retrier that never retries";
    LongError = "W0908" Warning, "an error name or a cause that is longer than AWS keeps";
    SimilarErrors = "W0909" Warning, "an error name that resembles another one";
    // resource
    NotAUri = "E1001" Error, "`Resource` is not a URI";
    NotInExpress = "E1002" Error, "a task that an Express machine cannot have";
    NoSuchIntegration = "E1003" Error, "an integration that Step Functions does not have";
    // time
    BadTimestamp = "E1101" Error, "a timestamp that does not exist or is not RFC 3339";
    WaitOutOfRange = "E1102" Error, "a Wait shorter than nothing or longer than AWS allows";
    WaitTooFar = "W1103" Warning, "a Wait until a time that AWS does not wait for";
    // editions
    NotSupportedYet = "E1201" Error, "a part of the language that is not supported yet";
    // options
    UnknownSubstitution = "E1301" Error, "a `${Name}` without a value";
    UnusedSubstitution = "E1302" Error, "a substitution that the definition does not use";
    UnknownTask = "E1303" Error, "an option names a task that the definition does not have";
    TaskNameTaken = "E1304" Error, "two tasks would have the same method";
    LongSubstitution = "E1305" Error, "the values of `substitute` are too long";
    UnknownResource = "E1306" Error, "a template without the state machine that is wanted";
    TemplateDefinition = "E1307" Error, "a definition in a template that cannot be read";
    SubstitutionFile = "E1308" Error, "a file of values that is no object of texts and numbers";
    OpenPlaceholder = "W1309" Warning, "placeholders without values";
    AmbiguousTask = "E1310" Error, "an option names a task in an ambiguous way";
    // limits
    TooManyStates = "E1401" Error, "too many states";
    // loops
    IdleLoop = "W1501" Warning, "a loop that neither waits nor calls a task";
    GrowingLoop = "W1502" Warning, "a loop whose data grow with each round";
    RetriesOutlast = "W1503" Warning, "retries that last longer than the machine may run";
    // size
    LargeDataForAws = "W1602" Warning, "data larger than AWS allows";
    // variables
    NeverAssigned = "E1701" Error, "a variable that has no value where it is read";
    MaybeUnassigned = "W1702" Warning, "a variable that may have no value where it is read";
    OuterVariable = "E1703" Error, "an assignment to a variable of a scope around";
    NeverRead = "W1704" Warning, "a variable that nothing reads";
    VariableName = "E1705" Error, "a name that a variable cannot have";
    UndefinedVariable = "W1706" Warning, "a variable of JSONata that has no value where it is read";
    // data flow
    NeverFound = "E1801" Error, "a path that never finds anything";
    NeverFits = "E1802" Error, "a `ResultPath` that never fits the data";
    NeverAnArray = "E1803" Error, "a Map over something that is never an array";
    NeverThisType = "E1804" Error, "a value that never has the type that is needed";
    NeverComparable = "W1805" Warning, "a comparison with a value that never has its type";
    AlwaysFails = "W1806" Warning, "something that fails whenever it is reached";
    // intrinsic functions
    CallSyntax = "E1901" Error, "a call of an intrinsic function that cannot be read";
    UnknownFunction = "E1902" Error, "an intrinsic function that does not exist";
    FunctionArity = "E1903" Error, "an intrinsic function with too few or too many arguments";
    FunctionArgument = "E1904" Error, "an argument that an intrinsic function never takes";
    FormatPlaceholders = "E1905" Error, "a `States.Format` with more or fewer placeholders than values";
    CallsTooDeep = "E1906" Error, "calls of intrinsic functions nested too deeply";
    IgnoredArguments = "W1907" Warning, "arguments of `States.UUID`, which it ignores";
    // jq
    JqSyntax = "E2001" Error, "a jq program that cannot be read";
    JqUnclosed = "E2002" Error, "a bracket, a string or an `if` that is not closed";
    JqEscape = "E2003" Error, "an escape that strings of jq do not have";
    JqUnknownFunction = "E2004" Error, "a function of jq that does not exist";
    JqArity = "E2005" Error, "a function of jq with too few or too many arguments";
    JqUnknownVariable = "E2006" Error, "a variable that is not bound";
    JqBreak = "E2007" Error, "a `break` without its label";
    JqObjectKey = "E2008" Error, "an object key that is no string";
    JqUnknownFormat = "E2009" Error, "a format of jq that does not exist";
    JqNotHere = "E2010" Error, "a part of jq that reads the world around a program";
    JqModule = "E2011" Error, "a module of jq that cannot be used";
    JqTooDeep = "E2012" Error, "a jq program that is nested too deeply";
    JqTooLong = "E2013" Error, "jq programs that make too much code";
    // SM4C
    UnknownLanguage = "E2101" Error, "a definition that is in neither language";
    StartStates = "E2102" Error, "not exactly one state is the start";
    DuplicateName = "E2103" Error, "two names are equal, or differ only in case";
    UnknownState = "E2104" Error, "`nextState` names no state";
    SeveralImplicit = "E2105" Error, "a state with two implicit transitions";
    SeveralTimeouts = "E2106" Error, "a state with two transitions by time-out";
    DeadTransition = "E2107" Error, "a transition that nothing can take";
    EndlessTransition = "E2108" Error, "a transition that is taken again and again";
    NotAnExpression = "E2109" Error, "an expression is empty or not of the form `${ … }`";
    UnknownReference = "E2110" Error, "a function, event or retry policy that is not defined";
    FunctionReference = "E2111" Error, "`fn:` with a function that is no expression, or calls itself";
    BadTimespan = "E2112" Error, "a timespan that cannot be read";
    BadCount = "E2113" Error, "`n` is missing, or not a count of the actions";
    EmptyList = "E2114" Error, "a list that needs at least one entry is empty";
    ResultKeyTwice = "E2115" Error, "two actions whose results would have the same key";
    UnknownAction = "E2116" Error, "an unknown type of actions";
    AttributeSpelling = "E2117" Error, "an attribute in other letters";
    NullAttribute = "E2118" Error, "an attribute that is `null`";
    UnknownFunctionType = "E2119" Error, "an unknown type of functions";
    EmptyName = "E2120" Error, "a name is empty";
    ContextAttributeName = "E2121" Error, "a context attribute that no event can have";
    NeverTaken = "W2131" Warning, "a transition that another one always precedes";
    NoFallback = "W2132" Warning, "conditional transitions none of which may hold";
    NullResult = "W2133" Warning, "the result of a detached call is used";
    IdleTimeout = "W2134" Warning, "a time-out of a detached call";
    NotEvaluated = "W2135" Warning, "an expression in a place where it is not evaluated";
    IgnoredAttribute = "W2136" Warning, "an attribute without effect";
    ForeignAttribute = "W2137" Warning, "an attribute of Serverless Workflow";
    NeverReached = "W2138" Warning, "a state that no transition leads to";
    SpinningState = "W2139" Warning, "states that go round without anything that could end it";
    NeverTried = "W2140" Warning, "an error handler after one that handles every error";
    CorrelationNeverMatches = "W2141" Warning, "a correlation by an attribute that no event can have";
    LongContextAttribute = "W2142" Warning, "a context attribute with a long name";
    // functions
    UnknownOperation = "E2151" Error, "a document that does not have the operation";
    DocumentFault = "E2152" Error, "an OpenAPI document that cannot be used";
    UnknownArgument = "E2153" Error, "an argument that the function does not have";
    MissingArgument = "E2154" Error, "an argument that the function needs is missing";
    ArgumentType = "E2155" Error, "an argument that has the wrong type";
    ProtoFault = "E2156" Error, "a `.proto` file that cannot be used";
    StreamingMethod = "E2157" Error, "a gRPC method that streams";
    NoDocument = "W2161" Warning, "a document that is not there";
    NoServer = "W2162" Warning, "a document without a server";
    NotCallable = "W2163" Warning, "an operation that cannot be called from its document";
    DoubtfulArgument = "W2164" Warning, "an argument that the document does not name";
    LargeDocument = "W2165" Warning, "a document that is too large to be read or checked in full";
    // JSONata
    JsonataSyntax = "E2201" Error, "an expression of JSONata that cannot be read";
    JsonataUnclosed = "E2202" Error, "a bracket, a string or a comment of JSONata that is not closed";
    JsonataEscape = "E2203" Error, "an escape that strings of JSONata do not have";
    JsonataVariable = "E2204" Error, "something else in the place of a variable of JSONata";
    JsonataStep = "E2205" Error, "parts of a path of JSONata in an order that it does not allow";
    JsonataParent = "E2206" Error, "a `%` of JSONata without a parent";
    JsonataRegex = "E2207" Error, "a regular expression of JSONata that cannot be read";
    JsonataSignature = "E2208" Error, "a signature of JSONata that cannot be read";
    JsonataTooDeep = "E2209" Error, "an expression of JSONata that is nested too deeply";
    JsonataContext = "E2210" Error, "an expression of a state that refers to a context";
    JsonataStates = "E2211" Error, "a member that `$states` does not have";
    JsonataUnknownFunction = "E2212" Error, "a function of JSONata that does not exist";
    JsonataArity = "E2213" Error, "a function of JSONata with too few or too many arguments";
    JsonataArgument = "E2214" Error, "an argument that a function of JSONata never takes";
    JsonataOperand = "E2215" Error, "an operand that an operator of JSONata never takes";
    JsonataPicture = "E2216" Error, "a picture string of JSONata that cannot be read";
    JsonataFunctionResult = "E2217" Error, "an expression of JSONata whose result is a function";
    JsonataDelimiters = "E2231" Error, "an expression between `{%` and `%}` of which one is missing";
    JsonataNotEvaluated = "W2232" Warning, "a text with `{% … %}` that is not evaluated";
    JsonataUnknownVariable = "W2241" Warning, "a variable of JSONata that is not bound";
    JsonataArgumentCount = "W2242" Warning, "a call of a function of the expression with another number of arguments";
    JsonataConstant = "W2243" Warning, "a condition of JSONata that is always the same";
    JsonataNeverFound = "W2244" Warning, "a path of JSONata that never finds anything";
    JsonataUndefined = "W2245" Warning, "an expression of JSONata without a result";
    JsonataDeep = "W2246" Warning, "an expression of JSONata that is deeper than Step Functions allows";
}
